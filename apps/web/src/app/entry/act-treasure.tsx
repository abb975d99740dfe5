import { TreasureActivity } from "../../features/campaigns/treasure.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<TreasureActivity />);
