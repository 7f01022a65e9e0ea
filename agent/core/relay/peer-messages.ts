// Messages to and from other devices of the pharmacy, as the relay hands them to the part that has use for them.

/** Who hears of other devices; agent.ts hands it in. None of it throws, and each call returns at once. */
export interface HubNews {
  /** `from` was put in by the hub; the bytes are whatever that device sent, at most 64 KiB. */
  received(from: string, message: Uint8Array): void
  /** That device's connection to the hub has ended. */
  peerOffline(deviceKey: string): void
  /** Registered; a message of another device may have come just before. */
  hubUp(): void
  /** Nothing that was under way is sent again over the next connection. */
  hubDown(): void
}

export interface PeerCarrier {
  /** Registered and connected at this moment. */
  readonly isUp: boolean
  /**
   * Passed to the target's socket when it resolves; in the order of the calls, all of which go out at once: who calls keeps
   * at most 8 to one target under way. Rejects with HubError after at most 8 s: RATE_LIMITED, PEER_OFFLINE, PEER_GONE,
   * PEER_UNKNOWN, QUEUE_FULL, TOO_LARGE, TIMEOUT (it may have arrived), UNAVAILABLE (not connected; it has not left).
   */
  send(targetDeviceKey: string, message: Uint8Array): Promise<void>
}
