// `npm run sign-update`: makes the publisher's key, and publishes a version of the agent that is signed with it.
import { endWithFault } from './fault.ts'
import { readOptions, USAGE, type SignOptions } from './updates/options.ts'
import { publish } from './updates/publish.ts'
import { makeKey, PASS_PHRASE_VARIABLE, publicText, readKey } from './updates/publisher-key.ts'

const EXIT_USAGE = 2

const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  process.stderr.write(`sign-update: ${options}\n\n${USAGE}`)
  process.exit(EXIT_USAGE)
}
try {
  process.stdout.write(await carriedOut(options))
} catch (error) {
  endWithFault('sign-update', error)
}

async function carriedOut(options: SignOptions): Promise<string> {
  const passPhrase = process.env[PASS_PHRASE_VARIABLE]
  if (options.kind === 'help') return USAGE
  if (options.kind === 'new-key') {
    const { publicFile } = makeKey(options.file, passPhrase)
    return `The key is ${options.file}: keep it where only the publisher reads it, and a copy offline.
${publicFile} is for agents: put it into build/update-keys before they are built.
`
  }
  const { key: keyFile, rollout, withdraw, 'with-node': withNode, ...rest } = options.sign
  const key = readKey(keyFile, passPhrase)
  const { manifest, manifestFile } = await publish({
    ...rest,
    key,
    withNode,
    rolloutPercent: rollout,
    withdrawn: withdraw,
    publishedAt: new Date().toISOString(),
  })
  const { version, platform, serial, files, rolloutPercent } = manifest
  return `${version} for ${platform}, serial ${serial}: ${files.length} files, for ${rolloutPercent} of 100 computers.
${manifestFile}
Signed with the key whose public half is
  ${publicText(key)}
`
}
