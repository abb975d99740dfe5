declare const looked: unique symbol;

/**
 * The proof that freeze, certification and the books' alarm were looked at right before money is sent. A rail that sends money asks
 * for it, and only the capability `outflow` gives it: whoever adds a send without the look does not compile.
 */
export type Cleared = { readonly [looked]: true };
