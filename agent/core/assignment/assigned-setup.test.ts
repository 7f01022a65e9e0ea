// What an assignment makes of a computer, and which assignments are refused.
import { describe, expect, test } from 'vitest'
import { assignedSetup, type SetupRules } from './assigned-setup.ts'
import { assignmentOf, targetOf } from './test-assignment.ts'

const RULES: SetupRules = {
  localAddress: null,
  clientPort: 9100,
  senders: 'network',
  isOwnAddress: (address) => address === '192.168.1.20',
}
const server = (tcpPort: number) => assignmentOf({ role: 'Server', printerName: 'cups:ZD421', tcpPort })
const client = (over: Parameters<typeof targetOf>[0]) =>
  assignmentOf({ role: 'Client', target: targetOf(over) })

describe('An assignment', () => {
  test('of None opens no port', () => {
    expect(assignedSetup(assignmentOf(), RULES)).toEqual({
      setup: { role: 'None', printer: null, target: null, listen: null },
    })
  })

  test.each([
    ['all addresses, for its networks', {}, { host: null, scope: 'network' }],
    [
      'all addresses for links, for raw labels of itself only where its settings say so',
      { senders: 'computer' },
      { host: null, scope: 'computer' },
    ],
    [
      'its loopback address in development',
      { localAddress: '127.0.1.2' },
      { host: '127.0.1.2', scope: 'network' },
    ],
    [
      'all addresses beside a real LocalAddress',
      { localAddress: '192.168.1.20' },
      { host: null, scope: 'network' },
    ],
  ] as const)('of a PrinterComputer opens its port on %s', (_where, over, listen) => {
    expect(assignedSetup(server(9101), { ...RULES, ...over })).toEqual({
      setup: {
        role: 'Server',
        printer: 'cups:ZD421',
        target: null,
        listen: { ...listen, port: 9101 },
        standby: null,
      },
    })
  })

  test.each([
    ['this computer', null, '127.0.0.1'],
    ['its loopback address in development', '127.0.1.3', '127.0.1.3'],
  ])('of a Client opens its own port on %s', (_where, localAddress, host) => {
    expect(assignedSetup(client({}), { ...RULES, localAddress, clientPort: 9200 })).toEqual({
      setup: {
        role: 'Client',
        printer: null,
        standby: null,
        listen: { host, port: 9200, scope: 'computer' },
        target: {
          computerName: 'DISPENSARY',
          deviceKey: 'd1'.repeat(32),
          addresses: ['192.168.1.9'],
          port: 9100,
        },
      },
    })
  })

  test('of a Client without a target is applied: labels wait', () => {
    const found = assignedSetup(assignmentOf({ role: 'Client' }), RULES)
    expect(found).toMatchObject({ setup: { role: 'Client', target: null, listen: { port: 9100 } } })
  })

  test('of a Client whose target has told no address is applied: it is found, or reached through the hub', () => {
    expect(assignedSetup(client({ addresses: [] }), RULES)).toMatchObject({
      setup: { target: { computerName: 'DISPENSARY', addresses: [] } },
    })
  })

  test('L09: takes only the addresses that are allowed, in their order', () => {
    const addresses = ['8.8.8.8', '10.0.0.5', '192.168.1.20', '192.168.1.9']
    expect(assignedSetup(client({ addresses }), RULES)).toMatchObject({
      setup: { target: { addresses: ['10.0.0.5', '192.168.1.9'] } },
    })
  })

  test.each([
    [
      'L09: a target on public addresses only',
      client({ addresses: ['8.8.8.8', '2001:db8::1'] }),
      'target_refused',
    ],
    ['L09: a target on loopback', client({ addresses: ['127.0.0.1'] }), 'target_refused'],
    ['L09: a target on metadata', client({ addresses: ['169.254.169.254'] }), 'target_refused'],
    ['a target on this computer', client({ addresses: ['192.168.1.20'] }), 'target_refused'],
    ['L10: a target on an odd port', client({ tcpPort: 22 }), 'target_refused'],
    ['L10: an odd port of its own', server(80), 'port_refused'],
    ['no printer', assignmentOf({ role: 'Server', tcpPort: 9100 }), 'not_understood'],
  ])('is refused, with its reason: %s', (_what, assignment, code) => {
    expect(assignedSetup(assignment, RULES)).toEqual({
      code,
      reasons: [
        { code: expect.any(String), params: expect.any(Object), detail: expect.stringMatching(/^.{20,}/) },
      ],
    })
  })
})
