import { SunriseActivity } from "../../features/campaigns/sunrise.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<SunriseActivity />);
