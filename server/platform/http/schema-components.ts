import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'

export type ApiDocument = NonNullable<FastifyDynamicSwaggerOptions['openapi']>

// Every named schema is translated twice: as what is sent (its name ends in "Input") and as what is
// answered. Where only one of them is referred to, or both are alike, one stays under the plain name.

const PREFIX = '#/components/schemas/'
const INPUT = /Input$/

/** Keeps the shared schemas something refers to, each under as plain a name as it can have. */
export function settleSchemas(document: ApiDocument): ApiDocument {
  const schemas: Record<string, unknown> = document.components?.schemas ?? {}
  const { schemas: _, ...components } = document.components ?? {}
  const reached = reachedFrom({ ...document, components }, schemas)
  const plainNames = new Map(
    [...reached].map((name) => {
      const plain = name.replace(INPUT, '')
      const isFree = !reached.has(plain) || isAlike(schemas[name], schemas[plain])
      return [name, isFree ? plain : name]
    }),
  )
  const kept = [...plainNames].map(([name, plain]) => [plain, schemas[name]] as const)
  const sorted = kept.toSorted(([a], [b]) => a.localeCompare(b))
  const settled = {
    ...document,
    components: { ...components, schemas: Object.fromEntries(sorted) },
  }
  return rewriteReferences(settled, (name) => plainNames.get(name) ?? name) as ApiDocument
}

function reachedFrom(document: unknown, schemas: Record<string, unknown>): Set<string> {
  const reached = new Set<string>()
  const visit = (part: unknown) =>
    rewriteReferences(part, (name) => {
      if (!reached.has(name)) {
        reached.add(name)
        visit(schemas[name])
      }
      return name
    })
  visit(document)
  return reached
}

function isAlike(input: unknown, output: unknown): boolean {
  const plain = rewriteReferences(input, (name) => name.replace(INPUT, ''))
  return JSON.stringify(plain) === JSON.stringify(output)
}

function rewriteReferences(part: unknown, rename: (name: string) => string): unknown {
  return JSON.parse(JSON.stringify(part), (key, value) => {
    // Every integer would say that it is one JavaScript can hold.
    if (Math.abs(value) === Number.MAX_SAFE_INTEGER && /^(min|max)imum$/.test(key)) return undefined
    const isReference = key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)
    return isReference ? PREFIX + rename(value.slice(PREFIX.length)) : value
  })
}
