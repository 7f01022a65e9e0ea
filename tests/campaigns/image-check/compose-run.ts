// A service of compose.yml as podman's words. Its limits of memory and files are left out: this machine gives a container no cgroup.
import path from 'node:path'
import { z } from 'zod'
import type { Compose } from '../../../scripts/package/image/compose-file.ts'

export const NETWORK = 'relay-image-check'
export const SUBNET = '172.30.71.0/24'
const Texts = z.array(z.string())
const Service = z.object({
  image: z.string(),
  user: z.string(),
  read_only: z.boolean(),
  cap_drop: Texts,
  security_opt: Texts,
  tmpfs: Texts,
  command: Texts.default([]),
  entrypoint: Texts.optional(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: Texts.default([]),
  volumes: Texts.default([]),
  ports: Texts.default([]),
  stop_signal: z.string().optional(),
  healthcheck: z.object({ test: Texts }).optional(),
})
const Files = z.record(z.string(), z.object({ file: z.string() }))

export interface ServiceRun {
  readonly name: string
  /** Where compose.yml would lie. */
  readonly folder: string
  /** Of this machine, by port of the container. */
  readonly ports: Readonly<Record<string, number>>
}

/** Behind `podman run`, up to the image and its words. */
export function runWords(compose: Compose, { name, folder, ports }: ServiceRun): string[] {
  const service = Service.parse(compose.services[name])
  const files = Files.parse(compose['secrets'])
  const at = (place: string): string => (place.startsWith('./') ? path.join(folder, place) : place)
  const published = service.ports.map((port) => port.split(':').at(-1) ?? '')
  return [
    `--name=${name}`,
    `--network=${NETWORK}`,
    `--network-alias=${name}`,
    `--user=${service.user}`,
    ...(service.read_only ? ['--read-only'] : []),
    ...service.cap_drop.map((one) => `--cap-drop=${one}`),
    ...service.security_opt.map((one) => `--security-opt=${one.replace(':true', '')}`),
    ...service.tmpfs.map((one) => `--tmpfs=${one}`),
    ...Object.entries(service.environment).map(
      ([key, value]) => `--env=${key}=${value.replace(/^\$\{.*:-(.*)\}$/, '$1')}`,
    ),
    ...service.volumes.map((one) => `--volume=${at(one)}`),
    ...service.secrets.map((one) => `--volume=${at(files[one]?.file ?? '')}:/run/secrets/${one}:ro`),
    ...published.map((port) => `--publish=127.0.0.1:${ports[port] ?? 0}:${port}`),
    ...(service.stop_signal === undefined ? [] : [`--stop-signal=${service.stop_signal}`]),
    ...(service.entrypoint === undefined ? [] : [`--entrypoint=${JSON.stringify(service.entrypoint)}`]),
    service.image,
    ...service.command,
  ]
}

/** What is run in its container to ask whether it is ready. */
export function healthWords(compose: Compose, name: string): string[] {
  return Service.parse(compose.services[name]).healthcheck?.test.slice(1) ?? []
}

export function secretsOf(compose: Compose, name: string): string[] {
  return Service.parse(compose.services[name]).secrets
}
