// Counts methods that only hand a call on to another object: whoever calls one could call that object. Some stay, where a
// class keeps its inner object to itself; that they are few is what is checked.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { isOutsideSource } from './file-sizes.ts'

/** Of the whole repository, tests aside. */
export const MAX_PASS_THROUGH = 9

const COLLECTION = /^(Weak)?(Map|Set)$/
const TESTS = /(^|[\\/])tests?[\\/]|\.test\.tsx?$/

/** Returns nothing up to MAX_PASS_THROUGH of them under `root`, beyond that one line of words for each. */
export async function checkPassThrough(root: string): Promise<readonly string[]> {
  const found: string[] = []
  for await (const file of glob('**/*.{ts,tsx}', { cwd: root, exclude: isOutsideSource }))
    if (!TESTS.test(file)) found.push(...passThroughIn(file, await readFile(join(root, file), 'utf8')))
  if (found.length <= MAX_PASS_THROUGH) return []
  const limit = `${found.length} methods only hand a call on; ${MAX_PASS_THROUGH} is the limit: use the inner object`
  return [limit, ...found.toSorted()]
}

/**
 * One line for each method of `text` whose whole body calls a method of a member with the same arguments. What a class does
 * with a Set, Map or array of its own is no such method, nor is a call that may not happen (`?.`).
 */
export function passThroughIn(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent) && handsOn(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart())
      found.push(`${file}:${line + 1} ${node.name.getText()} only hands the call on`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function handsOn({ name, parameters, body }: ts.MethodDeclaration): boolean {
  const call = onlyCall(body)
  if (call === null || !ts.isPropertyAccessExpression(call.expression)) return false
  const { expression: inner, name: called } = call.expression
  if (!isMember(inner) || isCollection(inner) || call.expression.questionDotToken !== undefined) return false
  const given = call.arguments.map((argument) => argument.getText())
  const taken = parameters.map((parameter) => parameter.name.getText())
  if (given.join() !== taken.join()) return false
  // Without arguments another name is a word of its own for what happens.
  return taken.length > 0 || called.text === name.getText()
}

/** The call that is the only statement, also awaited or returned. */
function onlyCall(body: ts.Block | undefined): ts.CallExpression | null {
  const [statement, ...others] = body?.statements ?? []
  if (statement === undefined || others.length > 0) return null
  if (!ts.isReturnStatement(statement) && !ts.isExpressionStatement(statement)) return null
  const { expression } = statement
  const called =
    expression !== undefined && ts.isAwaitExpression(expression) ? expression.expression : expression
  return called !== undefined && ts.isCallExpression(called) ? called : null
}

/** `this.#a`, `this.#a.b` and so on, not `this` itself. */
function isMember(node: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(node) || node.questionDotToken !== undefined) return false
  return node.expression.kind === ts.SyntaxKind.ThisKeyword || isMember(node.expression)
}

/** A member that the class made as one. */
function isCollection(inner: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(inner)) return false
  const type = ts.findAncestor(inner, ts.isClassLike)
  const member = type?.members.find((one) => one.name?.getText() === inner.name.text)
  if (member === undefined || !ts.isPropertyDeclaration(member) || member.initializer === undefined)
    return false
  const made = member.initializer
  return (
    ts.isArrayLiteralExpression(made) ||
    (ts.isNewExpression(made) && COLLECTION.test(made.expression.getText()))
  )
}
