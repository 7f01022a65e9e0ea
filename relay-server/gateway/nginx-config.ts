// Prints the route table as an nginx configuration with the same routes, transforms and limits, for `--print-nginx`.
import { isBeginning, type PathRule, type Route, type RouteTable } from './routes.ts'
import type { GatewayOptions } from './settings.ts'

/**
 * The text of a `server` block and its zones, for the `http` context. What nginx cannot do the same way: its rate
 * limit is a leaky bucket, it knows no vouched addresses, and it drops odd field names where the gateway refuses.
 */
export function nginxConfig(routes: RouteTable, options: GatewayOptions): string {
  const perSecond = Math.max(1, Math.floor(options.rate.permit / (options.rate.windowMs / 1000)))
  return [
    `limit_req_zone $binary_remote_addr zone=clients:16m rate=${perSecond}r/s;`,
    'limit_conn_zone $binary_remote_addr zone=connections:16m;',
    'server {',
    `  listen ${options.host}:${options.port};`,
    '  limit_req_status 429;',
    `  limit_req zone=clients burst=${options.rate.permit} nodelay;`,
    `  limit_conn connections ${options.connections.strangers.perAddress};`,
    `  client_header_timeout ${options.timeouts.headMs}ms;`,
    `  client_body_timeout ${options.timeouts.requestMs}ms;`,
    `  keepalive_timeout ${options.timeouts.idleMs}ms;`,
    `  client_max_body_size ${options.limits.bodyBytes};`,
    '  large_client_header_buffers 4 16k;',
    '  merge_slashes off;',
    ...routes.flatMap((route) => locations(route, options)),
    '  location / { add_header Source gateway always; return 404; }',
    '}',
    '',
  ].join('\n')
}

function locations(route: Route, options: GatewayOptions): string[] {
  const origin = `${route.upstream.secure ? 'https' : 'http'}://${route.upstream.authority}`
  const forwarding = [...transforms(route, options), ...plain(options)]
  return [
    ...hubLocation(route, options, origin),
    ...route.paths.flatMap((rule) => [
      `  location ${isBeginning(rule) ? '' : '= '}${route.prefix}${rule.path} {`,
      ...ruleLines(rule, options),
      `    proxy_pass ${origin}${rule.path};`,
      ...forwarding,
      '  }',
    ]),
  ]
}

/** What differs from the server's own lines. */
function ruleLines({ maxBodyBytes }: PathRule, { limits }: GatewayOptions): string[] {
  return maxBodyBytes === limits.bodyBytes ? [] : [`    client_max_body_size ${maxBodyBytes};`]
}

function hubLocation(route: Route, options: GatewayOptions, origin: string): string[] {
  if (route.hub === 'reserved') {
    return [`  location ^~ ${route.prefix}/hubs { add_header Source gateway always; return 404; }`]
  }
  return [
    `  location ^~ ${route.prefix}/hubs/ {`,
    `    proxy_pass ${origin}/hubs/;`,
    ...transforms(route, options),
    ...webSocket(options),
    '  }',
  ]
}

/** What is removed and what is the gateway's own. */
function transforms(route: Route, options: GatewayOptions): string[] {
  return [
    `    add_header Source gateway always;`,
    '    proxy_hide_header Source;',
    '    proxy_hide_header X-Internal-Key;',
    '    proxy_set_header X-Internal-Key "";',
    '    proxy_set_header X-Service-Token "";',
    '    proxy_set_header X-Client-Address "";',
    '    proxy_set_header X-Gateway-Stamp 1;',
    '    proxy_set_header X-Trace-Id $request_id;',
    '    proxy_set_header X-Forwarded-For $remote_addr;',
    `    proxy_set_header X-Forwarded-Proto ${options.publicScheme};`,
    '    proxy_set_header X-Forwarded-Host $http_host;',
    `    proxy_set_header X-Forwarded-Prefix ${route.prefix};`,
    `    proxy_connect_timeout ${options.timeouts.connectMs}ms;`,
    '    proxy_http_version 1.1;',
  ]
}

function plain(options: GatewayOptions): string[] {
  return [`    proxy_read_timeout ${options.timeouts.replyHeadMs}ms;`, '    proxy_set_header Connection "";']
}

function webSocket(options: GatewayOptions): string[] {
  return [
    `    proxy_read_timeout ${options.timeouts.tunnelIdleMs}ms;`,
    '    proxy_set_header Connection upgrade;',
    '    proxy_set_header Upgrade websocket;',
  ]
}
