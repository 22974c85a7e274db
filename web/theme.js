/* Applies light or dark before anything is drawn. A file of its own, because the page allows no inline scripts. */
(() => {
    const saved = localStorage.getItem("quandary.theme");
    if (saved === "light" || saved === "dark") document.documentElement.dataset.theme = saved;
})();
