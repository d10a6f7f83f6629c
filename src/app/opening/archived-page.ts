/**
 * Whether this page is archived, that is, stored because of its older version of the engine. The build marks the root element with
 * `data-kept`.
 */
export const isArchivedPage = () => "kept" in document.documentElement.dataset;

/** The address of the current page, next to which archived pages are stored. */
export const currentPageAddress = () => new URL("../../", location.href.replace(/#.*/s, "")).href;
