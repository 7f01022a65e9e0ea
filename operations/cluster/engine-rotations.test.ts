// Passwords of the engines: which rounds, and what is told to whom.
import { expect, test } from 'vitest'
import { clusterSecrets } from './cluster-secrets.ts'
import { rolesSql, verifierOf } from './engine-roles.ts'
import { engineRoundsOf } from './engine-rotations.ts'
import { stepLines, stepsOf } from './exchange-steps.ts'
import { inventoryWith } from './test-inventory.ts'

const inventory = inventoryWith()
const secrets = clusterSecrets(inventory, '/nowhere')
const { engines } = secrets

function stepsOfAll(what: string): [string, string][][] {
  const rounds = engineRoundsOf(what, engines) ?? []
  return rounds.map((round) =>
    stepsOf({ inventory, round, secrets }).map(({ machine, command }) => [machine, command]),
  )
}

test('NATS takes the new password before a portal shows it, and the old one until none does', () => {
  const [added, used, over] = stepsOfAll('nats-passwords')
  const reload = 'install -o nats -m 600 nats.conf /etc/nats-server.conf && systemctl reload nats-server'
  const reloads = ['app-2', 'vote-1', 'app-1'].map((machine) => [machine, reload])
  expect([added, over]).toEqual([reloads, reloads])
  const restarted: unknown = expect.stringMatching(
    /^relayctl restart --secrets [0-9a-f]{10} --program portal$/,
  )
  expect(used).toEqual(['app-1', 'app-2'].map((machine) => [machine, restarted]))
})

test('an exchange whose note was lost is brought to its end first', () => {
  const rounds = engineRoundsOf('nats-passwords', { ...engines, Nats__PreviousUser: 'other' }, () => 'new')
  expect(rounds?.map(({ changes, engines: told, programs }) => [changes, told, programs])).toEqual([
    [{}, [], ['portal']],
    [{ Nats__PreviousUser: '' }, ['nats'], []],
    [{ Nats__PreviousUser: 'new' }, ['nats'], []],
    [{ Nats__PreviousUser: engines.Nats__User, Nats__User: 'new' }, [], ['portal']],
    [{ Nats__PreviousUser: '', Nats__Routes: 'new' }, ['nats'], []],
  ])
})

test('the passwords of PostgreSQL go to its machines and to the one that makes backups, the leader first', () => {
  const [round] = engineRoundsOf('postgres-passwords', engines) ?? []
  if (round === undefined) throw new Error('there is no round')
  const lines = stepLines({ inventory, round, secrets }, 'made')
  expect(lines).toEqual([
    expect.stringContaining('First copy made/NAME into a folder of mode 0700'),
    expect.stringContaining('The one first that patronictl'),
    ...['db-1', 'db-2', 'db-3'].map((name): unknown =>
      expect.stringMatching(
        `^  ${name}   su postgres -c 'psql --host /run/postgresql --port 5432' < roles.sql && install -o postgres .* systemctl reload patroni$`,
      ),
    ),
    '  app-1  install -m 600 pharmacy-relay/administrator /etc/pharmacy-relay/administrator',
  ])
})

test('nothing of another name is exchanged at an engine', () => {
  expect([engineRoundsOf('internal-key', engines), engineRoundsOf('toString', engines)]).toEqual([null, null])
})

test('PostgreSQL is told what it would keep of a password, the same each time', () => {
  const text = rolesSql(engines)
  expect(text).toBe(rolesSql(engines))
  expect(text).not.toContain(engines.Postgres__Superuser)
  // The example of RFC 7677.
  expect(verifierOf('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})
