/** Before the first paint: the theme the visitor chose. Without a choice the stylesheet follows the system. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("theme");if(t==="dark"||t==="light")document.documentElement.dataset.theme=t}catch{}`;

/** The name of the tag that lists what is asked for early. */
export const EARLY = "early";

/**
 * Of whoever is signed in: the page's first questions, asked while the application comes; `early-answers.ts` takes what is
 * answered. A line that breaks is told when the application asks again.
 */
export const EARLY_SCRIPT = `try{var k=sessionStorage.getItem("token");if(k){document.documentElement.dataset.known="";var e=window.earlyAnswers={},h={accept:"application/json, */*;q=0.8",authorization:"Bearer "+k};document.querySelector('meta[name="${EARLY}"]').content.split(" ").forEach(function(p){e[p]=fetch(p,{headers:h}).catch(function(){})})}}catch{}`;
