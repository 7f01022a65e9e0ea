// One of the machines of PostgreSQL: patroni and the server that it started, killed at once and started again.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startEngine, type Engine } from './engine.ts'

const ACCOUNT = 'postgres'
const ASK_MS = 2_000

export interface NodePlace {
  readonly name: string
  /** Where patroni says what its server is. */
  readonly restUrl: string
  readonly dataFolder: string
  /** patroni.yml, readable to the account postgres. */
  readonly configFile: string
  readonly log: string
}

export class DatabaseNode {
  readonly name: string
  readonly #place: NodePlace
  #patroni: Engine | null = null

  constructor(place: NodePlace) {
    this.name = place.name
    this.#place = place
  }

  start(): void {
    const { configFile, log } = this.#place
    this.#patroni = startEngine({ file: '/usr/bin/patroni', args: [configFile], account: ACCOUNT, log })
  }

  /** What the steps of an exchange say, with the files that lie beside patroni.yml. Throws Error with what psql said. */
  reload(port: string): void {
    const own = path.dirname(this.#place.configFile)
    const account = [`--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--init-groups']
    const psql = ['psql', '--host', path.join(own, 'sockets'), '--port', port, '--file', '-']
    const input = readFileSync(path.join(own, 'roles.sql'))
    execFileSync('setpriv', [...account, ...psql], { input, cwd: '/' })
    process.kill(this.#patroni?.pid ?? 0, 'SIGHUP')
  }

  /** Whether its patroni obeys who comes with that password. */
  async obeys(password: string): Promise<boolean> {
    const authorization = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`
    const reply = await fetch(`${this.#place.restUrl}/reload`, {
      method: 'POST',
      headers: { authorization },
      signal: AbortSignal.timeout(ASK_MS),
    })
    await reply.text()
    return reply.ok
  }

  async isPrimary(): Promise<boolean> {
    return this.#answers('primary')
  }

  /** A write waits for it, so it has everything. */
  async isSynchronous(): Promise<boolean> {
    return this.#answers('sync')
  }

  log(): string {
    return this.#patroni?.log() ?? ''
  }

  /** SIGKILL to both, by one command: patroni alone would leave a server that takes writes, the server alone would be started again. */
  kill(): void {
    const pids = [this.#patroni?.pid ?? 0, this.#serverPid()]
    execFileSync('kill', ['-9', ...pids.map(String)])
    this.#patroni = null
  }

  /** Also of what is left of one that was killed. */
  async stop(): Promise<void> {
    await this.#patroni?.stop()
    this.#patroni = null
  }

  #serverPid(): number {
    const [pid = ''] = readFileSync(path.join(this.#place.dataFolder, 'postmaster.pid'), 'utf8').split('\n')
    return Number(pid)
  }

  async #answers(what: string): Promise<boolean> {
    const signal = AbortSignal.timeout(ASK_MS)
    const reply = await fetch(`${this.#place.restUrl}/${what}`, { signal }).catch(() => null)
    await reply?.text().catch(() => '')
    return reply?.ok === true
  }
}
