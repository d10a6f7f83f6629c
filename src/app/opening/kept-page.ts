/** Whether this is a page that a host keeps for its edition of the engine; the build says so in its first tag. */
export const isKeptPage = () => "kept" in document.documentElement.dataset;

/** The address of the page beside which it is kept: the one with the present engine. */
export const presentPage = () => new URL("../../", location.href.replace(/#.*/s, "")).href;
