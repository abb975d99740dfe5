import { SunriseActivity } from "../../features/campaigns/sunrise.tsx";
import { session } from "../../platform/session.ts";
import { hydrate } from "./hydrate.tsx";

// Whoever is signed in has the whole bar, as on every other page that keeps it.
if (session.token() !== null) document.documentElement.dataset["member"] = "";
hydrate(<SunriseActivity />);
