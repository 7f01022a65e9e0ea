// Lets Node load .tsx files: a synchronous load hook over oxc-transform, with preact's automatic JSX runtime.
'use strict'

const { readFileSync } = require('node:fs')
const { registerHooks } = require('node:module')
const { fileURLToPath } = require('node:url')

/** Registers the hook for this thread. The transformer itself is loaded with the first .tsx file only. */
exports.registerTsx = function registerTsx() {
  registerHooks({
    load: (url, context, nextLoad) => (isTsx(url) ? loadTsx(url) : nextLoad(url, context)),
  })
}

function isTsx(url) {
  return url.startsWith('file:') && new URL(url).pathname.endsWith('.tsx')
}

function loadTsx(url) {
  const file = fileURLToPath(url)
  const { code, map, errors } = require('oxc-transform').transformSync(file, readFileSync(file, 'utf8'), {
    lang: 'tsx',
    sourceType: 'module',
    sourcemap: true,
    jsx: { runtime: 'automatic', importSource: 'preact' },
    typescript: { onlyRemoveTypeImports: true },
  })
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.map((error) => error.message).join('; ')}`)
  const inlineMap = Buffer.from(JSON.stringify(map)).toString('base64')
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${inlineMap}\n`
  return { format: 'module', source, shortCircuit: true }
}
