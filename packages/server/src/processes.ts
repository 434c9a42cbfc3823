// What a process needs that starts several others which serve one product, and what each of those needs.
export { createRelay, relayedBus, type FromRelay, type RelayMember, type ToRelay } from "./bus/relay.ts";
export { connectionsFor, mostProcesses, shareConnections, type ConnectionShare, type Incoming } from "./bus/slot.ts";
export { addressOf, allowedConnections, joinDatabase, type DatabaseAddress } from "./postgres/joined.ts";
export { refuseBeyondRoom } from "./gate/refused-clients.ts";
export { createLog } from "./telemetry/log.ts";
