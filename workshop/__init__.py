"""What play never needs: how models, pictures and figures are made."""
