import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClasses } from './button-style.ts'

interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'className' | 'style'> {
  className?: string
}

/** A link within Snug that looks like a button: it goes somewhere, so it stays a link. */
export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClasses({ variant, size }, className)} />
}
