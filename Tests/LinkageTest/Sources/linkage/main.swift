import SessionPolicy

print("linked")
