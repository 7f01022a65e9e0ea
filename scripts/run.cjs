// Starts one .ts file under Node >= 24.12: in this process when it is one, else in a child of the bundled Node.
//
//   node scripts/run.cjs FILE [arguments]
//
// Stop requests. A program stops on SIGINT, SIGTERM or SIGHUP; when whoever started it has died, the same request
// arrives as an emitted SIGTERM event (or as 'disconnect' on its IPC channel, when it listens for that itself).
// A request may arrive more than once, as Ctrl-C comes from the terminal and from npm: listen with `on`, never
// `once`, and ignore all but the first. A program that does not listen ends at once; one that listens and
// is still there STOP_LIMIT_MS after its parent's death is ended.
'use strict'

const { spawn } = require('node:child_process')
const { existsSync, readFileSync } = require('node:fs')
const module_ = require('node:module')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

const NEEDED = [24, 12]
const PARENT_POLL_MS = 500
const STOP_LIMIT_MS = 7_000
const EXIT_USAGE = 2
const EXIT_UNSETTLED = 13
const EXIT_STOPPED = 143
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [, , file, ...args] = process.argv
const entry = path.resolve(file ?? '')
if (file === undefined) refuse('usage: node scripts/run.cjs FILE [arguments]')
if (!existsSync(entry)) refuse(`there is no file ${entry}`)
if (isNewEnough(process.versions.node)) runHere()
else runInChild()

function refuse(words) {
  console.error(`run: ${words}`)
  process.exit(EXIT_USAGE)
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

function runHere() {
  module_.enableCompileCache(path.join(__dirname, '../node_modules/.cache/compile'))
  const { registerTsx } = require('./tsx-hook.cjs')
  registerTsx()
  onParentDeath(stopHere)
  process.argv = [process.argv[0], entry, ...args]
  // A top-level await that never settles would otherwise end this process with code 0. A program that leaves by
  // process.exit while it is awaited means the code that it says, and 'beforeExit' is not emitted for it.
  let settled = false
  process.once('beforeExit', () => {
    if (!settled) process.exit(EXIT_UNSETTLED)
  })
  import(pathToFileURL(entry).href).then(
    () => (settled = true),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
}

function stopHere() {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(EXIT_STOPPED)
  setTimeout(() => process.exit(EXIT_STOPPED), STOP_LIMIT_MS).unref()
}

function runInChild() {
  const node = bundledNode()
  if (node === null) {
    refuse(
      `this is Node ${process.versions.node}; Node ${NEEDED.join('.')} or newer is needed, and none is bundled for ` +
        `${process.platform}-${process.arch} in node_modules. Run "npm ci" (it brings Node 24 for Linux x64 and arm64 ` +
        'and Windows x64), or install Node 24 from https://nodejs.org and start again.',
    )
  }
  const child = spawn(node, [...process.execArgv, __filename, entry, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => refuse(`${node} does not start: ${error.message}`))
  for (const signal of STOP_SIGNALS) process.on(signal, () => child.kill(signal))
  onParentDeath(() => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  })
  child.on('exit', endAs)
}

/** Ends this process the way the child ended: by the same code or the same signal. */
function endAs(code, signal) {
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

function bundledNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  try {
    const manifest = require.resolve(`node-${platform}-${process.arch}/package.json`)
    return path.join(path.dirname(manifest), binary)
  } catch {
    return null
  }
}

/** Calls `stop` once, when the process that started this one is gone. Does not keep this process alive. */
function onParentDeath(stop) {
  if (process.channel) {
    // A program with a 'disconnect' listener of its own has heard it already.
    process.once('disconnect', () => process.listenerCount('disconnect') === 0 && stop())
    process.channel.unref()
    return
  }
  // Only under npm is the parent known to wait for this process; under nohup and service managers it is not.
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  // npm's shell stays behind when npm is killed, so npm is watched through it.
  const npm = isShellCommand(parent) ? parentOf(parent) : null
  const poll = setInterval(() => {
    if (process.ppid === parent && isAlive(parent) && (npm === null || parentOf(parent) === npm)) return
    clearInterval(poll)
    stop()
  }, PARENT_POLL_MS)
  poll.unref()
}

/** True for `sh -c ...`, as npm starts scripts. Only Linux tells; elsewhere false. */
function isShellCommand(pid) {
  return readProc(pid, 'cmdline')?.split('\0')[1] === '-c'
}

/** The parent of another process, which changes at once when it dies; null where only Linux would tell. */
function parentOf(pid) {
  const stat = readProc(pid, 'stat')
  // The second field is the program's name in brackets and may itself hold brackets and spaces.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
