import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClasses } from './button-style.ts'

interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'className' | 'style'> {
  className?: string
}

export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClasses({ variant, size }, className)} />
}
