/** DESIGN §3; the same numbers in every command. */
export const EPILOGUE = `Exit codes:
  0    every planned trial was graded and passed
  1    a graded trial failed
  2    usage or invalid files; nothing was spent
  3    incomplete: something is ungraded, and nothing failed
  70   the program itself broke
  130  interrupted (SIGINT), 143 terminated (SIGTERM); the partial report is written`;
