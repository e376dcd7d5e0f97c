import { expect, it } from 'vitest'
import { SHAPE_STEP, shapeAt, shapeMax } from './crop-shape.ts'

/** All values that a browser lets a range have: its lowest, and whole steps from there. */
function shapesOf(own: number): number[] {
  const max = shapeMax(own)
  const count = Math.floor((2 * max) / SHAPE_STEP + 1e-9)
  return Array.from({ length: count + 1 }, (_, k) => shapeAt(k * SHAPE_STEP - max, own))
}

it.each([
  [800, 400],
  [1200, 900],
  [900, 1200],
  [3000, 1000],
  [4000, 500],
  [500, 4100],
  [700, 700],
])('lets a square and the own shape be chosen of %i by %i pixels', (width, height) => {
  const own = Math.log2(width / height)
  const shapes = shapesOf(own)
  expect(shapes).toContain(0)
  expect(shapes).toContain(own)
  expect(shapes).toEqual([...new Set(shapes)].toSorted((a, b) => a - b))
  expect(shapes.at(-1)).toBeGreaterThanOrEqual(Math.abs(own))
})

it('takes what is a square to the eye for the own shape', () => {
  const own = Math.log2(1000 / 990)
  expect(shapeAt(0, own)).toBe(own)
})
