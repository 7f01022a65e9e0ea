// compose.yml beside the image: the six programs, the database server and relayctl, each without root, rights and a place to write but its own.
import { CONTAINER_ROOT } from '@pharmacy-relay/operations/container/container-root.ts'
import { stringify, type YamlValue } from '@pharmacy-relay/operations/cluster/yaml-lines.ts'
import { placesIn } from '@pharmacy-relay/operations/machine/places.ts'
import { OPS_ABOVE, programs, type ServerProgram } from '@pharmacy-relay/operations/machine/programs.ts'
import { FIRST_ADMIN } from '@pharmacy-relay/operations/machine/secret-files.ts'
import { secretsOfProgram } from '@pharmacy-relay/operations/machine/secrets.ts'
import { USER_ID } from './image-base.ts'

/** Of this machine, where compose.yml lies. */
const FOLDER = './installation'
const SUBNET = '${RELAY_SUBNET:-172.30.71.0/24}'
/** What people, agents and shop visitors reach, by way of a TLS terminator on this machine. */
const PUBLISHED = ['portal', 'storefront', 'gateway']
const DATABASE_PROGRAMS = ['identity-api', 'store-api', 'pharmacy-api']
const MANY_SOCKETS = ['portal', 'gateway']

export type ComposeService = Readonly<Record<string, YamlValue>>

export interface Compose {
  readonly [name: string]: YamlValue
  readonly services: Readonly<Record<string, ComposeService>>
}

export function composeOf(image: string): Compose {
  const secrets = [...new Set(programs.flatMap(secretsHere))]
  return {
    name: 'pharmacy-relay',
    services: {
      postgres: postgres(image),
      ...Object.fromEntries(programs.map((program) => [program.name, serviceOf(program, image)])),
      'first-admin': {
        ...bare(image),
        command: ['relayctl', 'admin-is-there'],
        volumes: [`${FOLDER}:${CONTAINER_ROOT}`],
        depends_on: { 'identity-api': { condition: 'service_healthy' } },
      },
      relayctl: {
        ...bare(image),
        entrypoint: ['relay', 'relayctl'],
        profiles: ['relayctl'],
        volumes: [`${FOLDER}:${CONTAINER_ROOT}`, 'administrator:/administrator:ro'],
        depends_on: { postgres: { condition: 'service_healthy' } },
      },
    },
    networks: { default: { ipam: { config: [{ subnet: SUBNET }] } } },
    volumes: { database: {}, administrator: {} },
    secrets: Object.fromEntries(
      secrets.map((name) => [name, { file: `${FOLDER}/etc/pharmacy-relay/secrets/${name}` }]),
    ),
  }
}

export function composeText(image: string): string {
  return `# Made by npm run package:image. Docker 25 with Compose 2.20 or later. In the folder of this file, once:
#
#   docker load --input pharmacy-relay-server_VERSION_amd64.oci.tar
#   install -d -o ${USER_ID} -g ${USER_ID} -m 700 installation
#   docker compose run --rm relayctl init --url https://panel.example --retention TR=10 --admin you@example.org
#   docker compose up --detach, then docker compose ps
#
# The panel is at 127.0.0.1:5132, the shop at 127.0.0.1:3000: a TLS terminator stands in front. Secrets and settings are in ./installation,
# the databases in the volume database: docker compose run --rm relayctl backup takes both.
${stringify(composeOf(image))}`
}

/** No root, no rights, nothing to write but /tmp. */
function bare(image: string): ComposeService {
  return {
    image,
    // It comes out of the file, from no registry.
    pull_policy: 'never',
    user: `${USER_ID}:${USER_ID}`,
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
  }
}

function postgres(image: string): ComposeService {
  return {
    ...bare(image),
    command: ['postgres'],
    restart: 'unless-stopped',
    volumes: ['database:/var/lib/relay-postgres', 'administrator:/administrator'],
    shm_size: '256m',
    // Those who are connected are told; SIGTERM would wait for them.
    stop_signal: 'SIGINT',
    stop_grace_period: '90s',
    healthcheck: health(['pg_isready', '--quiet', '--host=127.0.0.1', '--username=postgres']),
  }
}

function serviceOf(program: ServerProgram, image: string): ComposeService {
  const { name, defaultPort } = program
  const { state, config } = placesIn(CONTAINER_ROOT)
  const own = `${state}/${name}`
  return {
    ...bare(image),
    command: [name],
    restart: 'unless-stopped',
    // A portal that ends lets its devices go in turn, which takes up to 75 s.
    stop_grace_period: '90s',
    mem_limit: name === 'portal' ? '2g' : '1g',
    ...(MANY_SOCKETS.includes(name) ? { ulimits: { nofile: 65_536 } } : {}),
    environment: environmentOf(program),
    secrets: secretsHere(program),
    volumes: [
      `${FOLDER}${config.slice(CONTAINER_ROOT.length)}:${config}:ro`,
      `${FOLDER}${own.slice(CONTAINER_ROOT.length)}:${own}`,
    ],
    ...(PUBLISHED.includes(name) ? { ports: [`127.0.0.1:${defaultPort}:${defaultPort}`] } : {}),
    ...(DATABASE_PROGRAMS.includes(name)
      ? { depends_on: { postgres: { condition: 'service_healthy' } } }
      : {}),
    healthcheck: health(['relay', 'healthy', String(defaultPort + OPS_ABOVE)]),
  }
}

/** Where it listens and where the others are: relay.conf says it for one machine. */
function environmentOf({ name, settings, portSetting, defaultPort }: ServerProgram): Record<string, string> {
  const at = (other: string): string =>
    `http://${other}:${programs.find((one) => one.name === other)?.defaultPort ?? 0}`
  const places = {
    [portSetting.replace('__Port', '__Host')]: '0.0.0.0',
    [portSetting]: String(defaultPort),
    Network__Private: SUBNET,
    Gateway__Routes__Identity: at('identity-api'),
    Gateway__Routes__Store: at('store-api'),
    Gateway__Routes__Pharmacy: at('pharmacy-api'),
    Services__Identity: at('identity-api'),
    Services__Store: at('store-api'),
    Services__Gateway: at('gateway'),
    ...(name === 'identity-api' ? { Identity__Seed: `/run/secrets/${FIRST_ADMIN}` } : {}),
  }
  return Object.fromEntries(Object.entries(places).filter(([setting]) => setting in settings))
}

function secretsHere({ name }: ServerProgram): string[] {
  return [...secretsOfProgram(name), ...(name === 'identity-api' ? [FIRST_ADMIN] : [])]
}

/** A first start makes every table. */
function health(test: readonly string[]): YamlValue {
  return {
    test: ['CMD', ...test],
    interval: '15s',
    timeout: '5s',
    retries: 3,
    start_period: '180s',
    start_interval: '1s',
  }
}
