import { createElement, type SVGProps } from 'react'

const FRAME: SVGProps<SVGSVGElement> = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}

/**
 * What the build makes of an icon of lucide: as the library draws it, but without its class names
 * and without `size`, `color` and the like, as attributes and classes say the same. It is hidden
 * from screen readers until it has a name.
 */
export function drawnIcon(lines: [tag: string, attributes: Record<string, string>][]) {
  const drawn = lines.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: SVGProps<SVGSVGElement>) => {
    const isHidden = props['aria-label'] === undefined || undefined
    return createElement('svg', { ...FRAME, 'aria-hidden': isHidden, ...props }, ...drawn)
  }
}
