import { FriendsActivity } from "../../features/campaigns/friends.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<FriendsActivity />);
