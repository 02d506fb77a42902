// Which evening the desk shows.

const asked = Number(new URLSearchParams(location.search).get("evening"));

/** As a query: the evening that begins with that event; empty for the one that is played. */
export const which = asked ? `?evening=${asked}` : "";
