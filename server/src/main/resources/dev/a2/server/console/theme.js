// Runs before the page is painted, so that it never flashes in the other theme. Not a module for that reason.
(() => {
    const root = document.documentElement;
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
        root.dataset.theme = localStorage.getItem('a2.theme') ?? (dark.matches ? 'dark' : 'light');
    };
    dark.addEventListener('change', apply);
    apply();
})();
