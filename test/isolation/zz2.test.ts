import { test } from "vitest";
import { spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { noIsolation } from "/work/main/src/isolation/none.ts";
import { snapshot, lookout } from "/work/main/src/isolation/processes.ts";
import { outputPipe } from "/work/main/src/isolation/pipe.ts";
const cmd=(s: string, o={})=>({argv:["bash","-c",s] as any,cwd:"/tmp",env:{PATH:process.env.PATH!},timeoutMs:5000,outputBytes:1000,...o});
const plain=()=>new Promise<void>(r=>{const c=spawn("bash",["-c","true"],{stdio:["ignore","pipe","pipe"],detached:true,env:{PATH:process.env.PATH!}}); c.stdout.resume(); c.stderr.resume(); c.on("close",()=>r());});
const many=async(n:string,f:()=>unknown)=>{ for(let r=0;r<3;r++){ const b=performance.now(); const c=process.cpuUsage(); await Promise.all(Array.from({length:8},async()=>{for(let i=0;i<100;i++) await f()})); const u=process.cpuUsage(c); console.log(n,"8-way/s", 800/((performance.now()-b)/1000), "cpu ms each", (u.user/1000/800).toFixed(2), (u.system/1000/800).toFixed(2)); }};
test("x", async()=>{
 const p=(n:string,f:()=>unknown)=>{const t:number[]=[]; for(let i=0;i<300;i++){const a=performance.now(); f(); t.push(performance.now()-a);} t.sort((a,b)=>a-b); console.log(n,t[150]);};
 const s=snapshot()!; p("snapshot",snapshot); p("look",()=>lookout("ASSAY_TRIAL=x",s)()); p("full",()=>lookout("ASSAY_TRIAL=x",{pids:new Set(),forks:null})());
 const one=async(n:string,f:()=>Promise<unknown>)=>{const t:number[]=[];for(let i=0;i<300;i++){const a=performance.now();await f();t.push(performance.now()-a);}t.sort((a,b)=>a-b);console.log(n,"p50",t[150].toFixed(2),"p95",t[285].toFixed(2));}; await one("one plain",plain); await one("one none",()=>noIsolation.run(cmd("true"),null)); await one("one plain",plain); await one("one none",()=>noIsolation.run(cmd("true"),null));
 await many("plain",plain);
 await many("none",()=>noIsolation.run(cmd("true"),null));
 await many("plain",plain);
 await many("none",()=>noIsolation.run(cmd("true"),null));
},100000);
