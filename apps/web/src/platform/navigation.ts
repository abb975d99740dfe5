/** How a page moves on without knowing the router or the route table: the application fills this in at start. */
type Navigation = {
  /** Whether an address leads anywhere: an item whose page does not exist is not offered. */
  leadsSomewhere(path: string): boolean;
  go(path: string): void;
};

let current: Navigation = { leadsSomewhere: () => false, go: (path) => location.assign(path) };

export const provideNavigation = (navigation: Navigation): void => {
  current = navigation;
};
export const leadsSomewhere = (path: string | null | undefined): path is string =>
  typeof path === "string" && current.leadsSomewhere(path);
export const goTo = (path: string): void => current.go(path);
