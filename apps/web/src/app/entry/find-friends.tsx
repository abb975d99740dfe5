import { FriendsActivity } from "../../features/campaigns/activities.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<FriendsActivity />);
