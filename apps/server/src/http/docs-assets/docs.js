const search = document.querySelector("#search");
const calls = [...document.querySelectorAll(".call[data-search]")];
const none = document.querySelector("#none");

function show() {
  const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const call of calls) {
    call.hidden = !words.every((word) => call.dataset.search.includes(word));
    if (!call.hidden) shown++;
  }
  for (const section of document.querySelectorAll(".module")) {
    section.hidden = !section.querySelector(".call:not([hidden])");
  }
  none.hidden = shown > 0;
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.matches(".call")) target.open = true;
}

search.addEventListener("input", show);
addEventListener("hashchange", openTarget);
show();
openTarget();
