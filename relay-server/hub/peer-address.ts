// Where a device is reached: by its pharmacy and its key. No address leads from one pharmacy into another.

export interface PeerAddress {
  readonly customerId: number
  readonly deviceKey: string
}
