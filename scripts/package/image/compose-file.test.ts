// O128: nothing in a container is root or has a place to write but its own, and each program is given its own secrets alone.
import { describe, expect, test } from 'vitest'
import { programs } from '@pharmacy-relay/operations/machine/programs.ts'
import { secretNames, secretsOfProgram } from '@pharmacy-relay/operations/machine/secrets.ts'
import { composeOf, composeText } from './compose-file.ts'

const IMAGE = 'pharmacy-relay-server:1.2.3'
const { services, secrets } = composeOf(IMAGE)

describe('compose.yml', () => {
  test.each(Object.entries(services))(
    'O128: %s is no root, has no right, and writes to its volumes alone',
    (_name, service) => {
      expect(service).toMatchObject({
        image: IMAGE,
        pull_policy: 'never',
        user: '10001:10001',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      expect(Object.keys(service)).not.toEqual(expect.arrayContaining(['privileged']))
    },
  )

  test.each(programs)('$name has its own secrets, a health and the time to end', ({ name, defaultPort }) => {
    const service = services[name] ?? {}
    const own = secretsOfProgram(name)
    expect(service['secrets']).toEqual(name === 'identity-api' ? [...own, 'first-admin.json'] : own)
    expect(service['healthcheck']).toMatchObject({
      test: ['CMD', 'relay', 'healthy', String(defaultPort + 10_000)],
    })
    // Above the 75 s after which a program leaves by itself; an engine's own 10 s would cut a portal's devices (O101).
    expect(service['stop_grace_period']).toBe('90s')
    expect(JSON.stringify(service['environment'])).toContain('172.30.71.0/24')
  })

  test('every secret is a file of the installation, and the database server is reached by containers alone', () => {
    const files = Object.entries(secrets as Record<string, { file: string }>)
    for (const [name, { file }] of files)
      expect(file).toBe(`./installation/etc/pharmacy-relay/secrets/${name}`)
    const known = [...secretNames(), 'first-admin.json']
    expect(files.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([])
    expect(services['postgres']).not.toHaveProperty('ports')
    const published = Object.values(services).flatMap(({ ports = [] }) => ports as string[])
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
    expect(published).toHaveLength(3)
  })

  test('says in its first lines how it is started', () => {
    expect(composeText(IMAGE)).toMatch(
      /^# Made by [^]*docker load[^]*relayctl init[^]*up --detach[^]*\nname: "pharmacy-relay"\n/,
    )
  })
})
