const search = document.querySelector("#search");
/** Guides, codes and calls: what is said in them is what they are found by. */
const parts = [...document.querySelectorAll(".guide, .code, .call[data-search]")];
const none = document.querySelector("#none");
const wordsOf = (part) => (part.dataset.search ??= part.textContent.toLowerCase());

function show() {
  const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const part of parts) {
    part.hidden = !words.every((word) => wordsOf(part).includes(word));
    if (!part.hidden) shown++;
  }
  for (const section of document.querySelectorAll(".module")) {
    section.hidden = !section.querySelector(".call:not([hidden]), .code:not([hidden])");
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
