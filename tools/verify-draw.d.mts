type Draw = {
  campaignId: string;
  seed: string;
  seedHash: string;
  number: number;
  prizes: readonly { name: string; weight: number }[];
  drawn: string;
};
/** Null where the draw is what the seed says; what is wrong otherwise. */
export function checkDraw(draw: Draw): string | null;
