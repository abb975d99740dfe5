import { oneQuestion, type ListController } from "@coralhub/ui";

/**
 * A payment in trouble is never one that waits for approval: whoever asks for trouble asks in every state, and whoever turns to
 * a state sees all of it.
 */
export const deskQuestion = (list: ListController): ListController => oneQuestion(["state", "trouble"], list);
