"""The recipes of docs/library.md, as one program."""

# 1. Is this turn legal?
import tileref

turn = {"before": [["R4", "R5", "R6"]], "after": [["R4", "R5", "R6", "R7"], ["K1", "K2"]], "opened": True}
judged = tileref.judge(turn)
assert judged.verdict == "illegal"
assert [violation.code for violation in judged.violations] == ["set-invalid"]

# 2. Why not, and what does it cost?
for violation in judged.violations:
    print(violation.message, "-", violation.clause)
assert judged.penalty is not None
assert judged.penalty.draw == 3

# 3. By other rules, or your family's
first = {"before": [], "after": [["K7", "B7", "O7", "R7"]], "opened": False}
assert tileref.judge(first, "jumbo-original-2016").verdict == "illegal"
assert tileref.judge(first, "jumbo-original-2016+opening=25").verdict == "legal"

# 4. What does a rulebook say?
book = tileref.load_rulebook("jumbo-original-2016")
print(book.title, "asks for", book.opening.points, "points:", book.opening.citation)
assert book.opening.points == 30

# 5. What could have been played?
play = tileref.best_play({"table": [["R4", "R5", "R6"]], "rack": ["R3", "R7", "K1"], "opened": True})
assert [str(tile) for tile in play.played] == ["R3", "R7"]
assert play.most

# 6. Tiles
rack = [tileref.Tile.parse(text) for text in ["K3", "R11", "J"]]
assert [tile.is_joker for tile in rack] == [False, False, True]

# 7. The score sheet
column = tileref.score_round({"Ben": rack, "Carla": 12}, book, winner="Anna")
assert column.control == 0
print(column.points)

# 8. Read a photo
reading = tileref.read("sample_images/photos/white-table.jpg")
for tiles in reading.notation():
    print(*tiles)

# 9. An evening by another book
evening = tileref.Round.load("docs/rounds/03-opening-30.rummi.toml")
for again in evening.judge("jumbo-original-2016+opening=40"):
    if again.differs and again.settled is not None:
        print(again.number, again.turn["player"], again.settled.verdict.outcome)

# 10. What cannot be used says so in one line
try:
    tileref.judge({"before": [], "after": [["R14"]], "opened": True})
except tileref.UserError as error:
    print(error)
