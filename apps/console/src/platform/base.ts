/** Where the console lives under the site. Inside it, addresses are written without this. */
export const BASE = "/ops";
