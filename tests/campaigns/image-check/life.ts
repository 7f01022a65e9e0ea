// What is promised of the image, one sentence after the other: from the file to a signed-in admin, a backup, and a second life of its data.
import { chownSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { programs } from '@pharmacy-relay/operations/machine/programs.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { composeOf, type Compose } from '../../../scripts/package/image/compose-file.ts'
import { USER_ID } from '../../../scripts/package/image/image-base.ts'
import type { ServerImage } from '../../../scripts/package/image/server-image.ts'
import { ADMIN } from '../server-check/places.ts'
import type { Tell } from '../server-check/sentences.ts'
import { exchange } from './exchange.ts'
import { healthWords, NETWORK, runWords, secretsOf, SUBNET } from './compose-run.ts'
import type { Answer, Podman } from './podman.ts'

const NAMES = programs.map(({ name }) => name)
const READY_LIMIT_MS = 300_000
const INIT = ['init', '--url', 'https://panel.example', '--retention', 'TR=10', '--admin', ADMIN.email]
const FILES = ['--admin-password-file', '/installation/password', '--recovery-sheet', '/installation/sheet']
const KEY = ['--key-file', '/installation/sheet']
const EXCHANGED = ['internal-key', 'database-passwords', 'patient-keys']
/** Of the first process: account, rights, whether more can be had. */
const STATUS = ['cat', '/proc/1/status']

export class ImageLife {
  readonly #podman: Podman
  readonly #image: ServerImage
  readonly #compose: Compose
  readonly #tell: Tell
  #ports: Record<string, number> = {}

  constructor(parts: { readonly podman: Podman; readonly image: ServerImage; readonly tell: Tell }) {
    this.#podman = parts.podman
    this.#image = parts.image
    this.#compose = composeOf(parts.image.name)
    this.#tell = parts.tell
  }

  async live(): Promise<void> {
    const podman = this.#podman
    this.#holds(
      'the file is loaded, without a registry',
      await podman.run('load', '--input', this.#image.file),
    )
    this.#holds(
      'containers have a network of their own',
      await podman.run('network', 'create', '--subnet', SUBNET, NETWORK),
    )
    for (const port of ['5132', '3000', '5082']) this.#ports[port] = await freePort()
    const installation = this.#inFolder()
    mkdirSync(installation, { mode: 0o700 })
    chownSync(installation, USER_ID, USER_ID)
    await this.#begins(installation)
    await this.#guarded(installation)
    for (const what of EXCHANGED) await this.#exchanged(what)
    await this.#kept()
  }

  async #begins(installation: string): Promise<void> {
    await this.#start('postgres')
    const password = path.join(installation, 'password')
    writeFileSync(password, ADMIN.password, { mode: 0o600 })
    chownSync(password, USER_ID, USER_ID)
    this.#holds('relayctl init makes an installation', await this.#relayctl(...INIT, ...FILES))
    for (const name of NAMES) await this.#start(name)
    await this.#allReady('all six programs are ready, by the health of the compose file')
    this.#holds('the first admin is there', await this.#once('first-admin'))
    await this.#signsIn('he signs in through the gateway')
    const panel = await fetch(`http://127.0.0.1:${this.#ports['5132']}/sign-in`)
    this.#judge('the panel shows its page', panel.status === 200, String(panel.status))
  }

  async #guarded(installation: string): Promise<void> {
    for (const name of ['postgres', ...NAMES]) {
      const { output } = await this.#podman.run('exec', name, ...STATUS)
      const isBare =
        /^Uid:\s+10001/m.test(output) && /^CapEff:\s+0+$/m.test(output) && /^NoNewPrivs:\s+1$/m.test(output)
      const written = await this.#podman.run('exec', name, 'touch', '/etc/x', '/usr/x', '/x')
      this.#judge(
        `O128: ${name} is no root, has no right, and its root cannot be written`,
        isBare && written.code !== 0,
        output + written.output,
      )
    }
    for (const name of NAMES) {
      const { output } = await this.#podman.run('exec', name, 'sh', '-c', 'ls /run/secrets 2>/dev/null; true')
      const found = output
        .trim()
        .split('\n')
        .filter((line) => line !== '')
      const given = secretsOf(this.#compose, name).toSorted()
      this.#judge(
        `${name} sees its own secrets alone`,
        JSON.stringify(found.toSorted()) === JSON.stringify(given),
        output,
      )
    }
    const folder = path.join(installation, 'etc/pharmacy-relay/secrets')
    const secrets = readdirSync(folder)
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .filter((text) => text.length >= 20)
    const { output } = await this.#podman.run('inspect', ...NAMES, 'postgres')
    const told = secrets.filter((secret) => output.includes(secret)).length
    this.#judge(
      `O124: none of ${secrets.length} secrets is in what the engine tells of its containers`,
      told === 0 && output.includes('NODE_ENV=production'),
      `${told} are`,
    )
    const first = readFileSync(path.join(folder, 'first-admin.json'), 'utf8')
    this.#judge("the first admin's password lies nowhere any more", first === '[]\n', 'it does')
  }

  /** The admin signs in after each restart: nobody is refused by another one meanwhile. */
  async #exchanged(what: string): Promise<void> {
    const restart = async (name: string): Promise<string | null> => {
      await this.#podman.run('restart', '--time', '90', name)
      return (await this.#notReady([name])) ?? (await this.#signInFault())
    }
    const relayctl = async (...words: readonly string[]): Promise<Answer> => this.#relayctl(...words)
    const fault = await exchange({ what, relayctl, restart })
    this.#judge(
      `${what} is exchanged in rounds, and the admin signs in after each restart`,
      fault === null,
      fault ?? '',
    )
  }

  async #kept(): Promise<void> {
    this.#holds('a backup is made', await this.#relayctl('backup'))
    this.#holds('it is restored for a trial, by the key of the sheet', await this.#relayctl('drill', ...KEY))
    this.#holds(
      'the list of components is in the image',
      await this.#podman.run(
        'exec',
        'portal',
        'grep',
        '-c',
        '"purl": "pkg:deb/debian/libc6@',
        '/usr/lib/pharmacy-relay/current/sbom.cdx.json',
      ),
    )
    for (const name of [...NAMES.toReversed(), 'postgres']) {
      await this.#podman.run('stop', '--time', '90', name)
      const { output } = await this.#podman.run('inspect', '--format', '{{.State.ExitCode}}', name)
      this.#judge(`${name} ends in order when it is told to`, output.trim() === '0', output)
      await this.#podman.run('rm', name)
    }
    await this.#start('postgres')
    for (const name of NAMES) await this.#start(name)
    await this.#allReady('new containers are ready with what the ones before left')
    await this.#signsIn('and the admin signs in')
  }

  #inFolder(): string {
    return path.join(this.#podman.folder, 'installation')
  }

  #words(name: string): string[] {
    return runWords(this.#compose, { name, folder: this.#podman.folder, ports: this.#ports })
  }

  async #start(name: string): Promise<void> {
    const { code, output } = await this.#podman.run('run', '--detach', ...this.#words(name))
    if (code !== 0) this.#judge(`${name} is started`, false, output)
  }

  async #once(name: string): Promise<Answer> {
    return this.#podman.run('run', '--rm', ...this.#words(name))
  }

  async #relayctl(...words: readonly string[]): Promise<Answer> {
    return this.#podman.run('run', '--rm', ...this.#words('relayctl'), ...words)
  }

  async #allReady(text: string): Promise<void> {
    const fault = await this.#notReady(['postgres', ...NAMES])
    this.#judge(text, fault === null, fault ?? '')
  }

  /** Null once all are ready; else the ends of the logs of those that are not. */
  async #notReady(names: readonly string[]): Promise<string | null> {
    const waiting = new Set(names)
    const ask = async (): Promise<boolean> => {
      for (const name of waiting) {
        const { code } = await this.#podman.run('exec', name, ...healthWords(this.#compose, name))
        if (code === 0) waiting.delete(name)
      }
      return waiting.size === 0
    }
    const isDone = await until('all are ready', ask, READY_LIMIT_MS).then(
      () => true,
      () => false,
    )
    if (isDone) return null
    const logs = await Promise.all(
      [...waiting].map(
        async (name) => `${name}: ${(await this.#podman.run('logs', '--tail', '5', name)).output}`,
      ),
    )
    return logs.join('\n')
  }

  async #signsIn(text: string): Promise<void> {
    const fault = await this.#signInFault()
    this.#judge(text, fault === null, fault ?? '')
  }

  async #signInFault(): Promise<string | null> {
    const url = `http://127.0.0.1:${this.#ports['5082']}/Identity${identityApi.signIn.path}`
    const headers = { 'content-type': 'application/json', 'X-Forwarded-For': '192.0.2.1' }
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(ADMIN) })
    return reply.status === 200 ? null : `${reply.status} ${await reply.text()}`
  }

  #holds(text: string, { code, output }: Answer): void {
    this.#judge(text, code === 0, `code ${code}: ${output.slice(-2_000)}`)
  }

  #judge(text: string, isGood: boolean, seen: string): void {
    this.#tell({ text, fault: isGood ? null : seen.slice(-3_000) })
  }
}
