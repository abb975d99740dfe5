/** Told whenever there may be something to deliver. */
export const EVENTS_TOPIC = "open-events";
