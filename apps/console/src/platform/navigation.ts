/** Where the console lives under the site. Inside it, paths are written without this. */
export const BASE = "/ops";

type Navigation = { go(path: string, options?: { replace?: boolean }): void };
let current: Navigation | undefined;

/** The router belongs to the application; pages go elsewhere through this. */
export const provideNavigation = (navigation: Navigation): void => void (current = navigation);
export const go: Navigation["go"] = (path, options) => current?.go(path, options);
