import { TreasureActivity } from "../../features/campaigns/activities.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<TreasureActivity />);
