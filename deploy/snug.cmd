@"%~dp0bin\node.exe" "%~dp0cli\main.ts" %*
