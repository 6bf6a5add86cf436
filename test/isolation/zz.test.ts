import { test } from "vitest";
import { readdirSync, readFileSync } from "node:fs";
import { noIsolation } from "../../src/isolation/none.ts";
import { bash } from "./bash-command.ts";
const left=(token:string)=>readdirSync("/proc").filter(p=>/^\d+$/.test(p)).filter(p=>{try{return readFileSync(`/proc/${p}/cmdline`,"latin1").includes(token)}catch{return false}});
test("x", async()=>{
 const token="73.1"+process.pid;
 for (const [n,line] of [["trap",`setsid bash -c 'trap "" TERM; sleep ${token}; true' & true`],["double",`(setsid setsid bash -c '(setsid bash -c "sleep ${token}; true" &) &' &) & true`],["chain",`setsid bash -c 'for i in 1 2 3 4 5 6 7 8; do (setsid sleep ${token} &) ; done' & true`]] as const) {
 const a=performance.now();
 await Promise.all(Array.from({length:4},async()=>{for(let i=0;i<250;i++) await noIsolation.run(bash(line),null);}));
 const l=left(token); console.log(n,"leaked",l.length,"of 1000", ((performance.now()-a)/1000).toFixed(1),"s"); for(const p of l) process.kill(Number(p),"SIGKILL"); }
},300000);
