import type { LiveTopics } from "../../platform/live-topics.ts";

export const certificationLive: LiveTopics = {
  asks: [["certification"], ["authRecord"], ["sellers"]],
  own: ["certification", "certification_application", "certification_enquiry"],
};
