import './ui/theme.css'
import './platform/zod-config.ts'
import { start } from './app/start.tsx'

void start()
