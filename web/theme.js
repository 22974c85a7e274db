/* Light or dark, before anything is drawn. A script of its own, since the page allows no inline ones. */
(() => {
    const kept = localStorage.getItem("quandary.theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
})();
