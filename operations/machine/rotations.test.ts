// Rotations: at each moment, whatever a program shows is taken by each other one, also where an earlier rotation was ended halfway.
import { describe, expect, test } from 'vitest'
import { ROTATIONS, roundsOf, type Round } from './rotations.ts'
import { BACKUP_URL, CONNECTIONS, missingSecrets, type Secrets } from './secrets.ts'

const BEFORE = missingSecrets({}, {})

let made = 0
const make = (): string => `fresh-${(made += 1)}`

function after(secrets: Secrets, rounds: readonly Round[]): Secrets {
  return rounds.reduce((all, { changes }) => ({ ...all, ...changes }), secrets)
}

/** What each program of a list runs with while the round goes on: some have what is new, others what was. */
function moments(secrets: Secrets, rounds: readonly Round[]): (readonly [Secrets, Secrets])[] {
  return rounds.map((_round, at) => [
    after(secrets, rounds.slice(0, at)),
    after(secrets, rounds.slice(0, at + 1)),
  ])
}

function takesKey(taking: Secrets, showing: Secrets): boolean {
  return [taking['InternalApi__Key'], taking['InternalApi__PreviousKey']].includes(
    showing['InternalApi__Key'],
  )
}

function takesService(taking: Secrets, showing: Secrets): boolean {
  const listed = taking['Identity__ServiceClients']?.split(',') ?? []
  return Object.entries(showing)
    .filter(([name]) => name.startsWith('ServiceClient__Secret__'))
    .every(([name, secret]) => listed.includes(`${name.slice('ServiceClient__Secret__'.length)}:${secret}`))
}

describe.each([
  ['internal-key', takesKey, ['identity-api', 'store-api', 'pharmacy-api']],
  ['service-secrets', takesService, ['identity-api', 'store-api', 'pharmacy-api', 'portal', 'storefront']],
] as const)('%s', (what, takes, holders) => {
  const isTakenAlways = (secrets: Secrets, rounds: readonly Round[]): boolean =>
    moments(secrets, rounds).every((both) => both.every((one) => both.every((other) => takes(one, other))))

  test('is exchanged without a moment in which one is refused, and nothing of the old is left', () => {
    const rounds = roundsOf(what, BEFORE, { make }) ?? []
    expect(isTakenAlways(BEFORE, rounds)).toBe(true)
    const end = after(BEFORE, rounds)
    expect(takes(end, end)).toBe(true)
    expect(takes(end, BEFORE)).toBe(false)
    expect(new Set(rounds.flatMap((round) => round.programs))).toEqual(new Set(holders))
  })

  test('is taken up again wherever the one before was ended, after all have what is written', () => {
    const rounds = roundsOf(what, BEFORE, { make }) ?? []
    for (let done = 1; done < rounds.length; done += 1) {
      const halfway = after(BEFORE, rounds.slice(0, done))
      // Some programs may not have what was written last.
      const running = [after(BEFORE, rounds.slice(0, done - 1)), halfway]
      const again = roundsOf(what, halfway, { make }) ?? []
      expect(again[0]?.changes).toEqual({})
      expect(running.every((one) => running.every((other) => takes(one, other)))).toBe(true)
      expect(isTakenAlways(halfway, again)).toBe(true)
      expect(takes(after(halfway, again), halfway)).toBe(false)
    }
  })

  test('a rotation that leaves a round out is found', () => {
    const rounds = roundsOf(what, BEFORE, { make }) ?? []
    expect(isTakenAlways(BEFORE, rounds.slice(1))).toBe(false)
  })
})

test('a cookie key is followed by another, and the one before is still read', () => {
  const end = after(BEFORE, roundsOf('panel-cookies', BEFORE) ?? [])
  expect(end['Portal__PreviousCookieKey']).toBe(BEFORE['Portal__CookieKey'])
  expect(end['Portal__CookieKey']).toMatch(/^[\w-]{43}$/)
  expect(end['Portal__CookieKey']).not.toBe(BEFORE['Portal__CookieKey'])
})

test('every secret is exchanged by one of them but those that somebody else gives: mail, messages, payments, the broker', () => {
  const [url, list] = ['postgres://relay:password@localhost/store', `1:${make()}`]
  const all = Object.fromEntries(
    Object.keys(BEFORE).map((name) => [name, CONNECTIONS.includes(name) || name === BACKUP_URL ? url : list]),
  )
  const exchanged = Object.keys(ROTATIONS).flatMap((what) =>
    (roundsOf(what, all, { make }) ?? []).flatMap(({ changes }) => Object.keys(changes)),
  )
  const others = Object.keys(BEFORE).filter((name) => !exchanged.includes(name))
  expect(others.toSorted()).toEqual([
    'Mail__SmtpUrl',
    'Nats__Url',
    'Payments__ApiKey',
    'Payments__WebhookPreviousSecret',
    'Payments__WebhookSecret',
    'Sms__Password',
  ])
})

describe('secrets of what is kept', () => {
  const url = (role: string): string => `postgresql://${role}:before@10.0.0.1:5432/${role}`
  const urls = {
    ConnectionStrings__cs_store: url('relay_store'),
    ConnectionStrings__cs_medicine: url('relay_pharmacy'),
    ConnectionStrings__cs_identity: url('relay_identity'),
    Backup__Url: url('relay_backup'),
  }
  const secrets = missingSecrets({}, urls)

  test('each role gets its password when its secret is written, and its program is restarted then', () => {
    const rounds = roundsOf('database-passwords', secrets, { make }) ?? []
    expect(rounds.map((round) => [round.urls, Object.keys(round.changes), round.programs])).toEqual([
      [['ConnectionStrings__cs_store'], ['ConnectionStrings__cs_store'], ['store-api']],
      [['ConnectionStrings__cs_medicine'], ['ConnectionStrings__cs_medicine'], ['pharmacy-api']],
      [['ConnectionStrings__cs_identity'], ['ConnectionStrings__cs_identity'], ['identity-api']],
      [['Backup__Url'], ['Backup__Url'], []],
    ])
    expect(after(secrets, rounds)['ConnectionStrings__cs_store']).toMatch(
      /^postgresql:\/\/relay_store:fresh-\d+@10\.0\.0\.1:5432\/relay_store$/,
    )
  })

  test('the seal key before opens until a start sealed all anew, also where that was ended halfway', () => {
    const rounds = roundsOf('seal-key', secrets, { make }) ?? []
    const halfway = after(secrets, rounds.slice(0, 1))
    expect(halfway['Identity__PreviousSealKey']).toBe(secrets['Identity__SealKey'])
    expect(Object.keys(rounds[0]?.changes ?? {})[0]).toBe('Identity__PreviousSealKey')
    const again = roundsOf('seal-key', halfway, { make }) ?? []
    expect([again[0]?.changes, again[0]?.programs, again[1]?.changes]).toEqual([
      {},
      ['identity-api'],
      { Identity__PreviousSealKey: '' },
    ])
    expect(after(halfway, again)['Identity__PreviousSealKey']).toBe('')
  })

  test.each([
    ['refresh-key', 'Identity__RefreshKey', 'Identity__PreviousRefreshKeys'],
    ['device-key-secret', 'Store__DeviceKeySecret', 'Store__PreviousDeviceKeySecrets'],
  ])('of %s the earlier ones stay in the order of their age, sixteen of them', (what, name, list) => {
    let now = secrets
    const used = [secrets[name]]
    for (let n = 0; n < 20; n += 1) {
      now = after(now, roundsOf(what, now, { make }) ?? [])
      used.unshift(now[name])
    }
    expect(now[list]?.split(',')).toEqual(used.slice(1, 17))
  })

  test('keys of patients: the older ones open until no row is under them, and go with the next round', () => {
    const rounds = roundsOf('patient-keys', secrets, { make }) ?? []
    expect(rounds.map(({ untilSealed, programs }) => [untilSealed, programs])).toEqual([
      [true, ['pharmacy-api']],
      [false, ['pharmacy-api']],
    ])
    const halfway = after(secrets, rounds.slice(0, 1))
    expect(halfway['Pharmacy__DataKeys']).toMatch(
      new RegExp(`^2:fresh-\\d+,${secrets['Pharmacy__DataKeys']}$`),
    )
    const again = roundsOf('patient-keys', halfway, { make }) ?? []
    expect(again.map(({ untilSealed }) => untilSealed)).toEqual([true, false, true, false])
    expect(after(halfway, again)['Pharmacy__IndexKeys']).toMatch(/^3:fresh-\d+$/)
  })
})

describe('a program that runs on several machines beside itself', () => {
  const url = 'postgresql://relay:before@10.0.0.1:5432/relay'
  const filled = Object.fromEntries(
    Object.entries(
      missingSecrets({}, Object.fromEntries([...CONNECTIONS, BACKUP_URL].map((one) => [one, url]))),
    ),
  )
  const list = (text: string | undefined): string[] => (text ?? '').split(',').filter((one) => one !== '')

  test.each([
    ['internal-key', 'InternalApi__Key', 'InternalApi__PreviousKey', 1],
    ['panel-cookies', 'Portal__CookieKey', 'Portal__PreviousCookieKey', 1],
    ['shop-cookies', 'Storefront__CookieKey', 'Storefront__PreviousCookieKey', 1],
    ['seal-key', 'Identity__SealKey', 'Identity__PreviousSealKey', 1],
    // Of the earlier ones the first alone is taken for tokens and pairing codes.
    ['refresh-key', 'Identity__RefreshKey', 'Identity__PreviousRefreshKeys', 1],
    ['device-key-secret', 'Store__DeviceKeySecret', 'Store__PreviousDeviceKeySecrets', 1],
  ])('%s: what one process shows each other one takes', (what, key, previous, taken) => {
    const takes = (taking: Secrets, showing: Secrets): boolean =>
      [taking[key], ...list(taking[previous]).slice(0, taken)].includes(showing[key])
    // The second time there is an earlier one.
    let secrets: Secrets = filled
    for (const time of [1, 2]) {
      const rounds = roundsOf(what, secrets, { make, runs: 'beside itself' }) ?? []
      for (const both of moments(secrets, rounds))
        for (const one of both)
          for (const other of both) expect([time, takes(one, other)]).toEqual([time, true])
      const end = after(secrets, rounds)
      expect(end[key]).not.toBe(secrets[key])
      secrets = end
    }
  })

  test('keys of patients: each process opens and finds what another one writes', () => {
    const rounds = roundsOf('patient-keys', filled, { make, runs: 'beside itself' }) ?? []
    expect(rounds.map(({ untilSealed }) => untilSealed)).toEqual([false, true, false])
    for (const name of ['Pharmacy__DataKeys', 'Pharmacy__IndexKeys']) {
      for (const both of moments(filled, rounds.slice(0, 2)))
        for (const one of both)
          for (const other of both) expect(list(one[name])).toContain(list(other[name])[0])
      expect(list(after(filled, rounds)[name])).toHaveLength(1)
    }
  })

  test('with the rounds of one process each of them is found to refuse', () => {
    const one = roundsOf('seal-key', filled, { make }) ?? []
    const [both] = moments(filled, one)
    expect(both?.map((secrets) => list(secrets['Identity__PreviousSealKey']))).toEqual([
      [],
      [filled['Identity__SealKey']],
    ])
  })
})

test.each(['', 'everything', 'toString'])('%j is nothing that is exchanged', (what) => {
  expect(roundsOf(what, BEFORE)).toBeNull()
})
