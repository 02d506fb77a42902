// Says in words where a browser is too old for the page. It is written for any browser: nothing in it is younger than 2009.
(function () {
  function tell() {
    var line = document.getElementById("too-old");
    if (line) line.hidden = false;
    else document.addEventListener("DOMContentLoaded", tell);
  }
  var serves = "noModule" in document.createElement("script") && window.CSS && CSS.supports;
  if (!serves || !CSS.supports("selector(:has(a))") || !CSS.supports("color: color-mix(in srgb, red, red)")) tell();
  window.addEventListener("error", function (event) {
    if (/SyntaxError/.test(event.message)) tell(); // a script that it cannot read never begins
  });
})();
