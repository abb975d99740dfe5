export { goTo, provideNavigation } from "./navigation.ts";
export { createQueryClient } from "./query.ts";
export { saveFile, saveText } from "./save-file.ts";
export { useUrlState, useUrlWords } from "./url-state.ts";
