// Settings and routes: the documented defaults, and the same table printed for nginx.
import { describe, expect, it } from 'vitest'
import { readSettings } from '@pharmacy-relay/shared/env.ts'
import { nginxConfig } from './nginx-config.ts'
import { gatewayRoutes, matchRoute, pathRuleOf } from './routes.ts'
import { gatewayOptions, gatewaySettings } from './settings.ts'

function origins(production: boolean): string[] {
  return gatewayRoutes(readSettings(gatewaySettings(production), {})).map((route) => route.upstream.authority)
}

describe('settings', () => {
  it('point at loopback in development and at host names in production', () => {
    expect(origins(false)).toEqual(['127.0.0.1:5193', '127.0.0.1:5141', '127.0.0.1:5100'])
    expect(origins(true)).toEqual(['identity-api:8080', 'store-api:8080', 'pharmacy-api:8080'])
  })

  it('are the documented ones when nothing is set', () => {
    const { host, port, rate } = gatewayOptions(readSettings(gatewaySettings(false), {}))
    expect([host, port]).toEqual(['127.0.0.1', 5082])
    expect(rate).toEqual({
      permit: 100,
      windowMs: 10_000,
      servicePermit: 2000,
      personPermit: 400,
      widePermit: 400,
    })
  })

  it('name every fault', () => {
    const read = () =>
      readSettings(gatewaySettings(false), { Gateway__Port: 'x', Gateway__Routes__Store: 'ftp://x' })
    expect(read).toThrow(/Gateway__Port=x[\s\S]*Gateway__Routes__Store=ftp/)
  })
})

describe('routes', () => {
  it('match by whole segment and by case', () => {
    const routes = gatewayRoutes(readSettings(gatewaySettings(false), {}))
    const names = ['/Store', '/Store/', '/Store/x', '/Storex', '/store', '/', '/Identity/y'].map(
      (path) => matchRoute(routes, path)?.name ?? null,
    )
    expect(names).toEqual(['store', 'store', 'store', null, null, null, 'identity'])
  })

  it('take whole files where lists of drugs come in, and nowhere else', () => {
    const settings = readSettings(gatewaySettings(false), {})
    const limitOf = (path: string) => {
      const route = matchRoute(gatewayRoutes(settings), path)
      return route === null ? null : pathRuleOf(route, path.slice(route.prefix.length)).maxBodyBytes
    }
    expect(limitOf('/Pharmacy/api/v1/drug-imports/7/files/CIS_bdpm.txt')).toBe(67_108_864)
    expect(limitOf('/Pharmacy/api/v1/drugs')).toBe(1_048_576)
    expect(limitOf('/Store/api/v1/drug-imports/7')).toBe(1_048_576)
  })

  it('are all in the nginx configuration, each without the internal key', () => {
    const settings = readSettings(gatewaySettings(true), {})
    const text = nginxConfig(gatewayRoutes(settings), gatewayOptions(settings))
    for (const line of ['location /Identity/ {', 'location /Store/ {', 'location /Pharmacy/ {'])
      expect(text).toContain(line)
    const passes = text.match(/proxy_pass /g)?.length ?? 0
    expect(text.match(/proxy_set_header X-Internal-Key "";/g)).toHaveLength(passes)
    expect(text.match(/proxy_hide_header Source;/g)).toHaveLength(passes)
    expect(text).toMatch(/location \/Pharmacy\/api\/v1\/drug-imports\/ \{\s+client_max_body_size 67108864;/)
    expect(text).toMatch(
      /location = \/Store\/api\/v1\/relay-registry\/batches \{\s+client_max_body_size 5242880;/,
    )
    expect(text).toContain('location ^~ /Pharmacy/hubs { add_header Source gateway always; return 404; }')
  })
})
