// The hub contracts hold every documented method by its exact name, and refuse what is not of their form.
import { describe, expect, it } from 'vitest'
import { DeviceRegistration } from '../device.ts'
import { IIdentityClient, IIdentityHub } from './identity-hub.ts'
import { IRelayClient, IRelayHub, MAX_RELAY_BYTES } from './relay-hub.ts'
import { IStoreClient, IStoreHub } from './store-hub.ts'

const registration = {
  computerName: 'COUNTER-1',
  username: 'till1',
  localIpAddress: '192.168.1.20',
  email: 'hello@central.example',
  clientVersion: '1.2.3',
  pharmacyId: 7,
  role: 'Client',
}

describe('the contracts', () => {
  it.each([
    [
      'relay hub, called by devices',
      IRelayHub,
      ['RegisterDeviceAsync', 'UnregisterDeviceAsync', 'RelayMessageAsync', 'NudgeAsync', 'UpdateRoleAsync'],
    ],
    [
      'relay hub, callbacks',
      IRelayClient,
      ['ReceiveMessageAsync', 'RoleChangedAsync', 'NudgeRequestAsync', 'DeviceStatusChangedAsync'],
    ],
    ['identity hub', IIdentityHub, ['CreateCustomerAsync', 'LoginWithIpAddress', 'IsUserExistsAsync']],
    ['identity hub, callbacks', IIdentityClient, ['UserChangedAsync', 'SessionEndedAsync']],
    ['store hub', IStoreHub, ['SubscribeAsync']],
    [
      'store hub, callbacks',
      IStoreClient,
      [
        'RelayEventsAsync',
        'ReceiveNewSupportTaskAsync',
        'ReceiveDoSupportTaskAsync',
        'ReceiveLeaveSupportTaskAsync',
        'ReceiveRemoveSupportTaskAsync',
        'ReceiveMessageAsync',
      ],
    ],
  ])('%s: have the documented methods', (_name, contract, methods) => {
    expect(Object.keys(contract)).toEqual(expect.arrayContaining(methods))
  })

  it.each([
    ['an unknown role', { role: 'PrinterComputer' }],
    ['an unknown field', { admin: true }],
    ['a control character in a name', { computerName: 'A\u0000B' }],
    ['an address that is none', { localIpAddress: '300.1.1.1' }],
    ['a pharmacy of 0', { pharmacyId: 0 }],
    ['a version that is none', { clientVersion: 'latest' }],
  ])('a registration with %s is refused', (_what, change) => {
    expect(DeviceRegistration.safeParse(registration).success).toBe(true)
    expect(DeviceRegistration.safeParse({ ...registration, ...change }).success).toBe(false)
  })

  it('a relayed payload is bytes, and a device takes them up to the limit', () => {
    const { args } = IRelayClient.ReceiveMessageAsync
    expect(IRelayHub.RelayMessageAsync.args.safeParse(['a'.repeat(64), 'text']).success).toBe(false)
    const key = 'a'.repeat(64)
    expect(args.safeParse([key, new Uint8Array(MAX_RELAY_BYTES)]).success).toBe(true)
    expect(args.safeParse([key, new Uint8Array(MAX_RELAY_BYTES + 1)]).success).toBe(false)
    expect(args.safeParse([key, 'text']).success).toBe(false)
    expect(args.safeParse(['A'.repeat(64), new Uint8Array(1)]).success).toBe(false)
  })
})
